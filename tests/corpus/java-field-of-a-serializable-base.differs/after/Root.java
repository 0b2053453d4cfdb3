class Root implements java.io.Serializable {}
