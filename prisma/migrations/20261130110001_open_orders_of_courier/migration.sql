CREATE INDEX CONCURRENTLY open_orders_of_courier ON orders (courier_id)
  WHERE status IN ('assigned', 'in_progress') OR return_state = 'on_the_way';
