import { type CustomTypesConfig, types } from 'pg'

/** PostgreSQL's type numbers: https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/catalog/pg_type.dat */
const INT8 = 20
const DATE = 1082
const NUMERIC = 1700
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

/** Its declared type lists only the types that pg has names for. */
const parserOf: (oid: number) => (text: string) => unknown = types.getTypeParser
const parseTexts = parserOf(TEXT_ARRAY) as (text: string) => string[]
const parseNumbers = (text: string) => parseTexts(text).map(Number)

const parsers = new Map<number, (text: string) => unknown>([
  // Ids, counts and prices are far below 2^53; pg returns text because not every int8 is.
  [INT8, Number],
  [INT8_ARRAY, parseNumbers],
  // numeric(5,2) has fewer digits than a double.
  [NUMERIC, Number],
  [NUMERIC_ARRAY, parseNumbers],
  // A day has no time zone: as a Date it would be another day in another zone.
  [DATE, String],
  [DATE_ARRAY, parseTexts],
])

/** How both engines parse values from the database. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(oid, format) {
    return (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format)
  },
}
