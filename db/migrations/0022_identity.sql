-- A shop that is already running keeps the texts that were its defaults until now; a new one begins without them.
insert into settings (key, value, updated_at)
select former.key, to_jsonb(former.value), now()
from (values
  ('shop_name', 'Surbrote'),
  ('tagline', 'genéticas del sur'),
  ('contact_email', 'hola@surbrote.example'),
  ('orders_email', 'pedidos@surbrote.example'),
  ('developer_credit', 'Desarrollado por Surbrote'),
  ('about', 'Un criadero argentino de semillas de cannabis: variedades seleccionadas planta por planta, con garantía de germinación.')
) as former (key, value)
where exists (select from users)
on conflict (key) do nothing;
