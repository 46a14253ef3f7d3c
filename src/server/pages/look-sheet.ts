import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { lookKey } from '../../contract/settings/look.ts'
import { notFound } from '../errors.ts'

interface Sheet {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * GET /look/{key}/{sheet}: the sheet of the site with the tokens of the shop appended, under a key of their own. Pages name
 * it when the shop has a look of its own; a page that another instance made a moment ago may name an older key, which gets
 * today's look and is not kept. While developing `file` is empty: Vite brings the sheet of the site.
 */
export function serveLookSheet(app: FastifyInstance, file: string, tokensNow: () => Promise<string>): void {
  const name = path.basename(file)
  let known: { key: string; sheet: Promise<Sheet> } | undefined
  app.get<{ Params: { key: string; sheet: string } }>('/look/:key/:sheet', async (request, reply) => {
    if (request.params.sheet !== name) throw notFound('No existe esa hoja de estilos')
    const tokens = await tokensNow()
    const key = lookKey(tokens)
    if (known?.key !== key) known = { key, sheet: makeSheet(file, tokens) }
    const sheet = await known.sheet
    const isOwn = request.params.key === key
    reply
      .type('text/css; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', isOwn ? 'public, max-age=31536000, immutable' : 'no-store')
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one))
    if (encoding === undefined) return reply.send(sheet.plain)
    return reply.header('content-encoding', encoding).send(sheet[encoding])
  })
}

async function makeSheet(file: string, tokens: string): Promise<Sheet> {
  const site = await readFile(file, 'utf8')
  const plain = Buffer.from(site + serifAtOnce(site, tokens) + tokens)
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { plain, br, gzip: zipped }
}

/** The serif, which is loaded later elsewhere, is needed at once where headings are set in it. */
function serifAtOnce(site: string, tokens: string): string {
  if (!tokens.includes('--font-display:var(--font-serif)')) return ''
  return /@font-face\s*\{\s*font-family:\s*['"]?Faustina['"]?;[^}]*\}/.exec(site)?.[0] ?? ''
}
