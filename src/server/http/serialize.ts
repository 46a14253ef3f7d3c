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
    if (!endpoint.reply.list) return compile(schema)
    const [page, array] = [compile(pageOf(schema)), compile(z.array(schema))]
    return (value) => (Array.isArray(value) ? array(value) : page(value))
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

const compiled = new Map<z.ZodType, Write>()

function compile(schema: z.ZodType): Write {
  const known = compiled.get(schema)
  if (known) return known
  const write: Write = fastJsonStringify(jsonSchemaOf(schema))
  compiled.set(schema, write)
  return write
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
