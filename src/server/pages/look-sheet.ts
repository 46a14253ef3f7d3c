import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { lookKey } from '../../contract/settings/look.ts'
import { notFound } from '../errors.ts'
import { encodingOf } from '../http/compress.ts'

interface Sheet {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * GET /look/{key}/{sheet}: the first style sheet of a page with the shop's tokens appended; `key` is their hash. Linked by
 * pages of a shop with its own theme. An outdated key, from another instance's page, gets the current theme,
 * uncached. In development the file is empty, as Vite serves the site's sheet.
 */
export function serveLookSheet(
  app: FastifyInstance,
  files: string[],
  tokensNow: () => Promise<string>,
): void {
  const known = new Map<string, { key: string; sheet: Promise<Sheet> }>()
  app.get<{ Params: { key: string; sheet: string } }>('/look/:key/:sheet', async (request, reply) => {
    const file = files.find((each) => path.basename(each) === request.params.sheet)
    if (!file) throw notFound('No existe esa hoja de estilos')
    const tokens = await tokensNow()
    const key = lookKey(tokens)
    let made = known.get(file)
    if (made?.key !== key) {
      made = { key, sheet: makeSheet(file, tokens) }
      known.set(file, made)
      made.sheet.catch(() => known.delete(file))
    }
    const sheet = await made.sheet
    const isOwn = request.params.key === key
    reply
      .type('text/css; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', isOwn ? 'public, max-age=31536000, immutable' : 'no-store')
    const encoding = encodingOf(request)
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

/** Preloads the serif font if headings use it; else it is loaded later. */
function serifAtOnce(site: string, tokens: string): string {
  if (!tokens.includes('--font-display:var(--font-serif)')) return ''
  return /@font-face\s*\{\s*font-family:\s*['"]?Faustina['"]?;[^}]*\}/.exec(site)?.[0] ?? ''
}
