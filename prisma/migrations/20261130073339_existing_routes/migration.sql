-- The triggers exist since the migration before, so only orders that have not changed since then lack their stops.
SELECT update_route(o.id) FROM (
  SELECT id FROM orders
  WHERE courier_id IS NOT NULL AND (status IN ('assigned', 'in_progress') OR return_state = 'on_the_way')
  ORDER BY id FOR UPDATE) AS o;
