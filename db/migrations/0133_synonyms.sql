-- Runs beside: 0.2.0
-- Words that customers type for others that products have. Folded; each meaning is the beginning of words.
create table search_synonyms (
  word text primary key check (length(word) between 2 and 40),
  means text[] not null check (cardinality(means) between 1 and 12),
  updated_at timestamptz not null default now()
);
insert into search_synonyms (word, means)
select word, string_to_array(means, ',')
from (values
  ('autofloreciente', 'automatica'), ('autoflorecientes', 'automatica'), ('autofloracion', 'automatica'), ('automatico', 'automatica'),
  ('autoflowering', 'automatica'), ('autos', 'automatica'), ('automatic', 'automatica'),
  ('fotoperiodo', 'fotoperiodica'), ('fotodependiente', 'fotoperiodica'), ('fotos', 'fotoperiodica'),
  ('femenina', 'feminizada'), ('feminized', 'feminizada'), ('femis', 'feminizada'),
  ('macho y hembra', 'regulares'), ('sin feminizar', 'regulares'),
  ('indico', 'indica'), ('sativo', 'sativa'), ('hibrido', 'hibrida'), ('hybrid', 'hibrida'), ('equilibrada', 'hibrida'),
  ('remera', 'merchandising'), ('gorra', 'merchandising'), ('buzo', 'merchandising'), ('ropa', 'merchandising'),
  ('indumentaria', 'merchandising'), ('taza', 'merchandising'), ('sticker', 'merchandising'), ('calco', 'merchandising'),
  ('accesorio', 'merchandising'), ('regalo', 'merchandising'),
  ('relajante', 'relaj,reposad,seren,tranquil,pausad,calm'), ('relax', 'relaj,reposad,seren,tranquil,pausad,calm'),
  ('relajado', 'relaj,reposad,seren,tranquil,pausad,calm'), ('relajacion', 'relaj,reposad,seren,tranquil,pausad,calm'),
  ('calma', 'calm,reposad,seren,tranquil,pausad,relaj'), ('tranquilo', 'tranquil,reposad,seren,pausad,relaj,calm'),
  ('sereno', 'seren,reposad,tranquil,pausad,relaj,calm'), ('reposado', 'reposad,seren,tranquil,pausad,relaj,calm'),
  ('noche', 'nocturn,profund,reposad'), ('nocturno', 'nocturn,profund'),
  ('energetico', 'energ,despiert,alegre,activ,estimul'), ('energizante', 'energ,despiert,alegre,activ,estimul'),
  ('energia', 'energ,despiert,alegre,activ,estimul'), ('activo', 'activ,energ,despiert,alegre'),
  ('estimulante', 'estimul,energ,despiert,alegre,activ'), ('euforico', 'eufor,alegre'), ('euforia', 'eufor,alegre'),
  ('feliz', 'feliz,alegre,risue'), ('felicidad', 'feliz,alegre,risue'), ('alegria', 'alegre,feliz,risue'), ('risas', 'risue,alegre,feliz'),
  ('social', 'sociable,social'), ('charla', 'sociable,social'), ('creatividad', 'creativ'), ('inspirador', 'creativ,inspir,introspect'),
  ('concentracion', 'concentr,enfoc,despiert,lucid'), ('enfoque', 'enfoc,concentr,despiert,lucid'), ('dia', 'diurn,despiert,alegre,livian'),
  ('fuerte', 'intens,potent,profund,fuerte'), ('potente', 'potent,intens,profund,fuerte'), ('intenso', 'intens,potent,profund,fuerte'),
  ('suave', 'suave,livian'), ('leve', 'suave,livian'), ('liviano', 'livian,suave'),
  ('citrico', 'citric,limon,lima,naranja,mandarina,pomelo,bergamota'), ('citrus', 'citric,limon,lima,naranja,mandarina,pomelo,bergamota'),
  ('frutal', 'frut,mango,maracuya,durazno,melon,ciruela,higo,anana'), ('frutado', 'frut,mango,maracuya,durazno,melon,ciruela,higo,anana'),
  ('fruta', 'frut,mango,maracuya,durazno,melon,ciruela,higo,anana'), ('frutos rojos', 'frutos,frambuesa,frutilla,mora,arandano,cereza'),
  ('berry', 'frutos,frambuesa,frutilla,mora,arandano,cereza'), ('tropical', 'tropical,mango,maracuya,anana,coco,papaya'),
  ('dulce', 'dulce,miel,arrope,caramelo,vainilla,azucar'), ('terroso', 'tierra,terros,humedad'), ('tierra', 'tierra,terros'),
  ('pino', 'pino,enebro,bosque,resina,cedro'), ('resinoso', 'resin,pino,enebro'), ('amaderado', 'mader,cedro,enebro,pino,incienso'),
  ('madera', 'mader,cedro,enebro,pino'), ('picante', 'picante,pimienta,especi,canela'), ('especiado', 'especi,pimienta,canela,clavo,picante'),
  ('mentolado', 'ment,hierbabuena,eucalipto'), ('menta', 'ment,hierbabuena,eucalipto'), ('fresco', 'fresc,ment,hierbabuena,eucalipto'),
  ('floral', 'floral,flores,violeta,lavanda,jazmin'), ('flores', 'flores,floral,violeta,lavanda,jazmin'),
  ('combustible', 'combustible,diesel,nafta,gasolina'), ('diesel', 'diesel,combustible,nafta,gasolina'), ('nafta', 'nafta,diesel,combustible,gasolina'),
  ('skunk', 'skunk,zorrino'), ('zorrino', 'zorrino,skunk'), ('chocolate', 'chocolat,cacao,cafe'),
  ('herbal', 'herbal,hierb,pasto,cedron,anis'), ('hierba', 'hierb,herbal,pasto,cedron'), ('ahumado', 'ahumad,ceniza,humo,incienso')
) as seeds (word, means);
