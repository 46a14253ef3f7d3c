-- Runs beside: 0.1.0
-- A shop that is already running keeps the texts that were its defaults until now; a new one begins without them.
insert into settings (key, value, updated_at)
select former.key, to_jsonb(former.value), now()
from (values
  ('shop_name', 'Surbrote'),
  ('tagline', 'genéticas del sur'),
  ('contact_email', 'hola@surbrote.example'),
  ('orders_email', 'pedidos@surbrote.example'),
  ('claim_reply', '48-72 horas hábiles'),
  ('developer_credit', 'Desarrollado por Surbrote'),
  ('about', 'Un criadero argentino de semillas de cannabis: variedades seleccionadas planta por planta, con garantía de germinación.')
) as former (key, value)
where exists (select from users)
on conflict (key) do nothing;

-- The cups of the demo shop, which were code.
insert into settings (key, value, updated_at)
select 'trophies', '[
  {"place": 1, "cup": "Copa del Litoral", "city": "Paraná", "year": 2025, "variety": "Siesta Litoral", "picture": "/pictures/copa-del-litoral/640.webp", "logo": "/pictures/logo-copa-del-litoral/192.webp"},
  {"place": 2, "cup": "Noche de las Genéticas", "city": "Córdoba", "year": 2024, "variety": "Luz Mala", "picture": "/pictures/noche-de-las-geneticas/640.webp", "logo": "/pictures/logo-noche-de-las-geneticas/192.webp"},
  {"place": 1, "cup": "Feria Semillera del Sur", "city": "Bahía Blanca", "year": 2024, "variety": "Arrope", "picture": "/pictures/feria-semillera-del-sur/640.webp", "logo": "/pictures/logo-feria-semillera-del-sur/192.webp"},
  {"place": 3, "cup": "Encuentro Andino", "city": "Mendoza", "year": 2023, "variety": "Puna Violeta", "picture": "/pictures/encuentro-andino/640.webp", "logo": "/pictures/logo-encuentro-andino/192.webp"}
]'::jsonb, now()
where exists (select from settings where key = 'demo')
on conflict (key) do nothing;
