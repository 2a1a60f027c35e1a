import { createContext, type ReactNode, use } from 'react'

import type { Place } from '#storefront/router/history.ts'

/** A page that is drawn before it is opened, for who is about to open it. */
export type Ahead = { key: string; place: Place }

/** What is shown between header and footer: handed down from where all pages are known. */
export const Pages = createContext<ReactNode>(null)

/** Draws the page at an address ahead, out of sight. */
export const DrawAhead = createContext<(address: string) => void>(() => {})
export const useDrawAhead = () => use(DrawAhead)
