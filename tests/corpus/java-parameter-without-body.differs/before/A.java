interface Orders {
    @Select("select * from orders where id = #{id}")
    Order find(int id);
}
