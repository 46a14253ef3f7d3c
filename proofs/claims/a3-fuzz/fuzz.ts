import * as fc from 'fast-check'
import { HOSTILE_VALUES } from '../../../test/support/hostile-inputs/hostile-values.ts'

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
}

const HOSTILE: unknown[] = [
  ...HOSTILE_VALUES,
  2 ** 31,
  2 ** 53,
  ' ',
  '%',
  '__proto__',
  '../../etc/passwd',
  '2026-13-45',
  '9999-12-31',
  '0001-01-01',
  { __proto__: { admin: true }, constructor: 1 },
]

const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }))

/** Mostly valid values, with single pieces replaced by invalid ones. `ids`: existing ids. */
export function arbitraryOf(schema: JsonSchema, ids: number[], name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: fitting(schema, ids, name) }, { weight: 1, arbitrary: hostile })
}

function fitting(schema: JsonSchema, ids: number[], name: string): fc.Arbitrary<unknown> {
  const { anyOf, oneOf } = schema
  const several = anyOf ?? oneOf
  if (several) return fc.oneof(...several.map((each) => fitting(each, ids, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object':
      return objects(schema, ids)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, ids, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'integer':
    case 'number':
      return numbers(schema, ids, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return strings(schema, ids, name)
    default:
      return fc.oneof(numbers(schema, ids, name), strings(schema, ids, name), fc.jsonValue({ maxDepth: 2 }))
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, ids: number[]): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([key, each]) => [key, arbitraryOf(each, ids, key)] as const)
  const mandatory = parts.map(([key]) => key).filter((key) => required.includes(key))
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record(Object.fromEntries(parts), { requiredKeys: mandatory, noNullPrototype: true }),
    },
    {
      weight: 1,
      arbitrary: fc.record(Object.fromEntries(parts), { requiredKeys: [], noNullPrototype: true }),
    },
  )
}

function numbers({ type, minimum, maximum }: JsonSchema, ids: number[], name: string): fc.Arbitrary<unknown> {
  const [min, max] = [Math.max(minimum ?? -1_000, -(2 ** 53)), Math.min(maximum ?? 2 ** 32, 2 ** 53)]
  const any = fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
  const few = fc.integer({
    min: Math.ceil(min),
    max: Math.max(Math.ceil(min), Math.min(Math.floor(max), Math.ceil(min) + 20)),
  })
  if (/(?:^|_)id$|^ids$|^first$|^second$|^version$/.test(name))
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, any)
  return type === 'number' ? fc.oneof(any, few, fc.double({ min, max, noNaN: true })) : fc.oneof(any, few)
}

function strings(
  { minLength = 0, maxLength, format, pattern }: JsonSchema,
  ids: number[],
  name: string,
): fc.Arbitrary<unknown> {
  const limits = { minLength, maxLength: Math.min(maxLength ?? 40, 300) }
  const plain = fc.oneof(
    fc.string({ ...limits, unit: 'grapheme' }),
    fc.string({ ...limits, unit: 'binary' }),
    fc.string(limits),
    fc.constantFrom('Puna', 'Surbrote', 'pendiente', '1', 'true', 'á ñ %_\\'),
  )
  if (/^ids?$/.test(name)) return fc.oneof(fc.constantFrom(...ids.map(String)), plain)
  if (format === 'date')
    return fc
      .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (/mail/.test(name)) return fc.oneof(fc.emailAddress(), fc.constant('ana@correo.example'), plain)
  if (/url|link|image|photo/.test(name))
    return fc.oneof(
      fc.webUrl(),
      fc.constantFrom('/productos', '/media/product/x/640.webp', 'javascript:alert(1)'),
      plain,
    )
  if (/phone|whatsapp/.test(name)) return fc.oneof(fc.constant('1123456789'), plain)
  if (pattern) return fc.oneof(fc.stringMatching(new RegExp(pattern)), plain)
  return plain
}
