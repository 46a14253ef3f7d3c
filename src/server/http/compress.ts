import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESS = {
  br: (plain: Buffer) =>
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  gzip: (plain: Buffer) => compressGzip(plain, { level: 6 }),
}

export type Encoding = keyof typeof COMPRESS

export interface Compressible {
  plain: Buffer
  /** Compressed when a client first accepts it. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
}

export function compressed({ plain, compressed: known }: Compressible, encoding: Encoding): Promise<Buffer> {
  return (known[encoding] ??= COMPRESS[encoding](plain))
}

/** In the best encoding that the client accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Compressible,
): Promise<FastifyReply> {
  const encoding = encodingOf(request)
  if (!encoding) return reply.send(body.plain)
  return reply.header('content-encoding', encoding).send(await compressed(body, encoding))
}

export function encodingOf(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding))
}

/** `br;q=0` excludes an encoding: https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding */
function accepts(header: string | string[], encoding: string): boolean {
  const parts = String(header).split(',')
  return parts.some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
