SOURCES = "q/*.sql"
