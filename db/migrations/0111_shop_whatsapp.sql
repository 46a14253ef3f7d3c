-- Runs beside: 0.2.0
-- The shop's number is stored with its country code: without it, its links lead nowhere.
update settings set value = to_jsonb('549' || (value #>> '{}'))
where key = 'whatsapp' and value #>> '{}' ~ '^(11|2[2-9]|3[3-8])[0-9]{8}$';
