-- Claims are found by name, e-mail, order number and product together, without accents, as people are.
create index warranty_claims_search on warranty_claims using gin (
  translate(lower(name || ' ' || email || ' ' || order_number || ' ' || product_name), 'áéíóúüñ', 'aeiouun') gin_trgm_ops
);
