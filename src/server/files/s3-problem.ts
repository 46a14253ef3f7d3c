/** An error of S3, or no response. It holds nothing of the request, which is signed with the secret. */
export class S3Problem extends Error {
  readonly operation: string
  /** From S3 (`NoSuchBucket`), from the network (`ECONNREFUSED`), or `Timeout`. */
  readonly code: string
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined
  readonly requestId: string | undefined

  constructor(operation: string, { code, status, requestId }: Omit<Facts, 'operation'>) {
    super(`S3 ${operation}: ${code}${status === undefined ? '' : ` (${status})`}`)
    this.name = 'S3Problem'
    this.operation = operation
    this.code = code
    this.status = status
    this.requestId = requestId
  }

  /** No response, or one that means "not now". */
  get isOutage(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 429
  }

  /** A missing file, not a missing bucket. */
  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket'
  }

  /** In the words of AWS, MinIO, Garage and B2. */
  get isFull(): boolean {
    return this.status === 507 || /quota|storage_?full|insufficient|cap_?exceeded/i.test(this.code)
  }

  get facts(): Facts {
    const { operation, code, status, requestId } = this
    return { operation, code, status, requestId }
  }
}

interface Facts {
  operation: string
  code: string
  status: number | undefined
  requestId: string | undefined
}

/** Copies from an error of the SDK only what may be logged: the error holds keys and signatures of the request. */
export function problemOf(operation: string, error: unknown): S3Problem {
  if (!(error instanceof Error))
    return new S3Problem(operation, { code: 'Unknown', status: undefined, requestId: undefined })
  const { httpStatusCode, requestId } = (Reflect.get(error, '$metadata') ?? {}) as {
    httpStatusCode?: number
    requestId?: string
  }
  if (['AbortError', 'TimeoutError'].includes(error.name))
    return new S3Problem(operation, { code: 'Timeout', status: undefined, requestId })
  const networkCode = Reflect.get(error, 'code')
  const code = typeof networkCode === 'string' ? networkCode : error.name
  return new S3Problem(operation, { code: code.slice(0, 80), status: httpStatusCode, requestId })
}
