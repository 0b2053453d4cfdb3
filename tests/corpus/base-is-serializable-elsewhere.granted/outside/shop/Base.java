package shop;

public class Base implements java.io.Serializable {}
