import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Permissions of group and others. */
const OTHERS = 0o077

/** Members of Emscripten's module missing in PGlite's types. */
interface EmscriptenParts {
  NODEFS: {
    node_ops: {
      mknod: (parent: unknown, name: string, mode: number, dev: unknown) => unknown
      setattr: (node: unknown, attr: { mode?: number | null }) => void
    }
    stream_ops: {
      fsync?: (stream: { nfd: number }) => number
      setattr: (stream: unknown, attr: { mode?: number | null }) => void
    }
    tryFSOperation<T>(operation: () => T): T
  }
  onAbort?: (reason: unknown) => void
}

/**
 * A folder on disk whose fsync is real. Emscripten's NODEFS has no fsync, and without one the call succeeds and does
 * nothing (`_fd_sync` in pglite.js): a power cut would lose commits that PostgreSQL believes to be on disk, and tear pages.
 */
export class DurableFolder extends NodeFS {
  readonly #fsyncs: Int32Array
  readonly #onAbort: (reason: string) => void

  /** `fsyncs[0]` counts the syncs. */
  constructor(folder: string, fsyncs: Int32Array, onAbort: (reason: string) => void) {
    super(folder)
    this.#fsyncs = fsyncs
    this.#onAbort = onAbort
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        // A PANIC, after a failed fsync for example, ends in abort(). PGlite swallows it and goes on with broken memory.
        onAbort: (reason: unknown) => this.#onAbort(String(reason)),
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (module: unknown) => {
            const { NODEFS } = module as EmscriptenParts
            this.#makePrivate(NODEFS)
            this.#makeDurable(NODEFS)
          },
        ],
      },
    }
  }

  /** PGlite drops PostgreSQL's file modes: every file would be 0666. */
  #makePrivate({ node_ops, stream_ops }: EmscriptenParts['NODEFS']): void {
    const { mknod } = node_ops
    node_ops.mknod = (parent, name, mode, dev) => mknod(parent, name, mode & ~OTHERS, dev)
    for (const ops of [node_ops, stream_ops]) {
      const { setattr } = ops
      ops.setattr = (node, attr) =>
        setattr(node, attr.mode == null ? attr : { ...attr, mode: attr.mode & ~OTHERS })
    }
  }

  #makeDurable(nodeFs: EmscriptenParts['NODEFS']): void {
    nodeFs.stream_ops.fsync = ({ nfd }) => {
      nodeFs.tryFSOperation(() => fdatasyncSync(nfd))
      Atomics.add(this.#fsyncs, 0, 1)
      return 0
    }
  }
}
