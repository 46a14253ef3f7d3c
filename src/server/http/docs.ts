import { z } from 'zod'
import type { Access, Audience, Endpoint } from '../../contract/endpoint.ts'
import { HTTP_STATUS } from '../errors.ts'
import { escapeHtml } from '../escape.ts'
import type { Api } from './api.ts'
import { type Compressible, sendCompressed } from './compress.ts'
import { holderOf } from './on.ts'
import { pageOf } from './serialize.ts'

type Json = Record<string, unknown>

/** Staff read about every call, everybody else about those that they may make. */
type Reader = 'staff' | 'everybody'

interface Document {
  address: string
  type: string
  write: (endpoints: Endpoint[], reader: Reader, shopName: string) => string
}

const DOCUMENTS: Document[] = [
  { address: '/api/openapi.json', type: 'application/json; charset=utf-8', write: describe },
  { address: '/api/docs', type: 'text/html; charset=utf-8', write: readable },
]

/** `/api/openapi.json` and `/api/docs`, generated from the registered endpoints. */
export function docsRoutes(api: Api, shopName: () => Promise<string>): void {
  for (const { address, type, write } of DOCUMENTS) {
    const textFor = rememberedByReader(shopName, (reader, name) =>
      write(endpointsFor(api.endpoints, reader), reader, name),
    )
    api.app.get(address, async (request, reply) => {
      const holder = await holderOf(api, request)
      if (!holder) {
        const make = async () => (await textFor('everybody')).plain.toString()
        return api.publicCache.send(request, reply, { key: () => address, type, make })
      }
      // Private, as every answer to a token.
      return sendCompressed(request, reply.type(type), await textFor(holder.role ? 'staff' : 'everybody'))
    })
  }
}

function endpointsFor(endpoints: Endpoint[], reader: Reader): Endpoint[] {
  return reader === 'staff' ? endpoints : endpoints.filter(({ access }) => access !== 'admin')
}

/** Written again only when the shop has another name: it takes a tenth of a second. */
function rememberedByReader(
  shopName: () => Promise<string>,
  write: (reader: Reader, name: string) => string,
) {
  const known = new Map<Reader, Compressible & { name: string }>()
  return async (reader: Reader): Promise<Compressible> => {
    const name = await shopName()
    const found = known.get(reader)
    if (found?.name === name) return found
    const made = { name, plain: Buffer.from(write(reader, name)), compressed: {} }
    known.set(reader, made)
    return made
  }
}

function describe(endpoints: Endpoint[], reader: Reader, title: string): string {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOne(endpoint, reader) }
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'The API of the shop. Money is pesos with at most two decimals; times are ISO 8601 UTC.',
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  })
}

function describeOne(endpoint: Endpoint, reader: Reader): Json {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(endpoint.method)
  const isOfRole = endpoint.access === 'admin' || endpoint.needs !== 'everything'
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    'x-access': endpoint.access,
    ...(isOfRole && reader === 'staff' && { 'x-needs': endpoint.needs }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(hasBody && {
      requestBody: { required: true, content: contentOf(endpoint) },
    }),
    responses: {
      [endpoint.status]: endpoint.status === 204 ? { description: 'Done' } : answered(endpoint, reader),
      default: { description: `Refused: ${Object.keys(HTTP_STATUS).join(', ')}` },
    },
  }
}

function contentOf({ body, form }: Endpoint): Json {
  const json = { 'application/json': { schema: input(body) } }
  if (!form) return json
  const schema = input(form.fields)
  const binary = { type: 'string', format: 'binary', description: `At most ${form.maxFileBytes} bytes` }
  const files = Object.fromEntries(
    form.files.map((name) => [
      name,
      // A plural name may be repeated.
      name.endsWith('s') ? { type: 'array', items: binary, maxItems: form.maxFiles } : binary,
    ]),
  )
  const properties = { ...(schema['properties'] as Json), ...files }
  const required = [
    ...((schema['required'] as string[] | undefined) ?? []),
    ...(form.orJson ? [] : form.files),
  ]
  return { ...(form.orJson && json), 'multipart/form-data': { schema: { ...schema, properties, required } } }
}

const AUDIENCES: Record<Access, Audience[]> = {
  anyone: ['anonymous', 'customer', 'admin'],
  customer: ['customer', 'admin'],
  admin: ['admin'],
}

function answered({ access, reply }: Endpoint, reader: Reader): Json {
  const audiences = AUDIENCES[access].filter((audience) => reader === 'staff' || audience !== 'admin')
  const schemas = [...new Set(audiences.map((audience) => reply.schemas[audience]))].map((schema) =>
    z.toJSONSchema(reply.list ? pageOf(schema) : schema, { io: 'output', unrepresentable: 'any' }),
  )
  const description =
    reply.list === 'paged when asked'
      ? 'A page; a plain array when neither page nor page_size is asked for'
      : reply.list === 'paged'
        ? 'A page'
        : 'The answer'
  return {
    description: schemas.length > 1 ? `${description}; its fields depend on the caller` : description,
    content: {
      [reply.text?.split(';')[0] ?? 'application/json']: {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
      },
    },
  }
}

function input(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: value,
  }))
}

/** A browser sends no token when it opens a page. */
const FOR_STAFF =
  '<p>The calls of the panel are shown to staff: <code>curl -H "Authorization: Bearer &lt;access&gt;" https://SHOP/api/docs &gt; api.html</code>, with the <code>access</code> that <code>POST /api/auth/login/</code> answers.</p>'

/** Plain HTML without scripts. */
function readable(endpoints: Endpoint[], reader: Reader): string {
  const rows = endpoints.map(
    ({ method, path, access, summary }) =>
      `<tr><td><code>${method}</code></td><td><code>/api${path}</code></td><td>${access}</td><td>${escapeHtml(summary)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title>
<h1>API</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Send <code>Authorization: Bearer &lt;access&gt;</code>.</p>${reader === 'staff' ? '' : FOR_STAFF}
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>`
}
