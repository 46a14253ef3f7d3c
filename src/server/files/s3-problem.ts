/** What S3 said instead of doing it, or that it did not answer. Nothing of the request: it is signed with the secret. */
export class S3Problem extends Error {
  readonly operation: string
  /** Of S3 (`NoSuchBucket`), of the network (`ECONNREFUSED`), or `Timeout`. */
  readonly code: string
  /** Of HTTP; undefined when there was no answer. */
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

  /** Nobody answered, or only that it cannot be done now. */
  get isOutage(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 429
  }

  /** A missing file; a missing bucket is another matter. */
  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket'
  }

  /** As AWS, MinIO, Garage and B2 say it. */
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

/** Takes from an error of the SDK only what may be logged: it carries keys and signatures of what was asked. */
export function problemOf(operation: string, error: unknown): S3Problem {
  if (!(error instanceof Error))
    return new S3Problem(operation, { code: 'Unknown', status: undefined, requestId: undefined })
  const { httpStatusCode, requestId } = (Reflect.get(error, '$metadata') ?? {}) as {
    httpStatusCode?: number
    requestId?: string
  }
  if (['AbortError', 'TimeoutError'].includes(error.name))
    return new S3Problem(operation, { code: 'Timeout', status: undefined, requestId })
  const ofNetwork = Reflect.get(error, 'code')
  const code = typeof ofNetwork === 'string' ? ofNetwork : error.name
  return new S3Problem(operation, { code: code.slice(0, 80), status: httpStatusCode, requestId })
}
