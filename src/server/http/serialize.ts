import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'
import type { Audience, Endpoint } from '../../contract/endpoint.ts'

type Write = (value: unknown) => string

/**
 * A serializer for each audience, compiled from the contract's schema. It writes only the fields of its schema and drops
 * everything else that the verb returned.
 */
export function serializersOf(endpoint: Endpoint): Record<Audience, Write> {
  const make = (audience: Audience): Write => {
    if (endpoint.reply.text !== undefined) return String
    const schema = endpoint.reply.schemas[audience]
    return once(endpoint.reply.list ? lists : items, schema, endpoint.reply.list ? compileList : compile)
  }
  return { anonymous: make('anonymous'), customer: make('customer'), admin: make('admin') }
}

export function pageOf(item: z.ZodType): z.ZodType {
  return z.object({
    results: z.array(item),
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })
}

/** Endpoints and audiences share schemas, and several shops of a process, as in tests, all of them. */
const items = new Map<z.ZodType, Write>()
const lists = new Map<z.ZodType, Write>()

function once(known: Map<z.ZodType, Write>, schema: z.ZodType, make: (schema: z.ZodType) => Write): Write {
  const write = known.get(schema) ?? make(schema)
  known.set(schema, write)
  return write
}

function compileList(item: z.ZodType): Write {
  const [page, array] = [compile(pageOf(item)), compile(z.array(item))]
  return (value) => (Array.isArray(value) ? array(value) : page(value))
}

function compile(schema: z.ZodType): Write {
  return fastJsonStringify(jsonSchemaOf(schema))
}

/** The schema for fast-json-stringify: without unions, formats, and bounds, which only describe input. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      flattenNullable(jsonSchema)
      delete jsonSchema.format
      delete jsonSchema.pattern
      delete jsonSchema.minimum
      delete jsonSchema.maximum
      delete jsonSchema.propertyNames
    },
  })
  delete json.$schema
  return json
}

/** Replaces `anyOf [X, null]` by a nullable X, for which the serializer need not try alternatives. */
function flattenNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf } = schema
  if (!anyOf || anyOf.length !== 2) return
  const other = anyOf.find((part) => typeof part === 'object' && part.type !== 'null')
  if (!other || anyOf.every((part) => typeof part === 'object' && part.type !== 'null')) return
  delete schema.anyOf
  Object.assign(schema, other, { nullable: true })
}
