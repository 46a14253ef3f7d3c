import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import type { AnyQuery } from '../data/prime.ts'

/** A page, or a frame around pages. */
interface PageModule {
  default: ComponentType
  loader?: LoaderFunction
}

/**
 * What a page of the panel shows first. The browser asks for its `meta.address` before the scripts have come, if the
 * right `meta.needs` is not known to be missing (`ask-early.ts`), and has the answer when the frame is rendered.
 */
type FirstQuery = (address: Pick<Location, 'pathname' | 'search'>) => AnyQuery

export interface PageHandle {
  /** The source file of a route, by which the server finds its chunks and sheets for the head of the page. */
  module: string | undefined
  first: FirstQuery | undefined
}

/** `file` is set on the server alone, by the plugin `page-files` of vite.config.ts. */
type LoadPage = (() => Promise<PageModule>) & { file?: string }

/** A route whose code is loaded when it is first visited. */
export function page(path: string, load: LoadPage, first?: FirstQuery): RouteObject {
  return { path, ...lazily(load, first) }
}

export function lazily(load: LoadPage, first?: FirstQuery) {
  const handle: PageHandle = { module: load.file, first }
  return {
    handle,
    lazy: async () => {
      const { default: Component, loader } = await load()
      return loader ? { Component, loader } : { Component }
    },
  }
}
