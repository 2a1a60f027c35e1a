import { createContext, type ReactNode, use } from 'react'

import type { Place } from '#storefront/router/history.ts'

/** A page that is rendered before it is opened. */
export type NextPage = { key: string; place: Place }

/** The content between header and footer. From context, because this module must not import the pages. */
export const Pages = createContext<ReactNode>(null)

/** Prerenders the page of an address. */
export const PrerenderContext = createContext<(address: string) => void>(() => {})
export const usePrerender = () => use(PrerenderContext)
