module Sinatra
  class Base
    def status(value = nil)
      response.status = value if value
      response.status
    end
  end

  class Base
    def halt(*response)
      response = response.first if response.length == 1
      throw :halt, response
    end
  end
end
