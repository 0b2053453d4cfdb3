module Sinatra
  class Base
    def status(value = nil)
      response.status = Rack::Utils.status_code(value) if value
      response.status
    end

    def halt(*response)
      response = response.first if response.length == 1
      throw :halt, response
    end
  end
end
