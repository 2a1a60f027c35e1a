import { createContext, useContext } from 'react'

/** Handed down from where all pages are known, so that a link, and with it every page, need not know them. */
export const PageLoader = createContext<(pathname: string) => Promise<void>>(async () => {})

/** Fetches the code of the page at an address. */
export const useLoadPage = () => useContext(PageLoader)
