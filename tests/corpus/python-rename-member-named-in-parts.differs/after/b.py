NAME = "_Shop" "__v" "at"
