import { createContext, useContext } from 'react'

/** Provided by the module that knows all pages, so that links need not import them. */
export const PageLoader = createContext<(pathname: string) => Promise<void>>(async () => {})

/** Fetches the code of the page at an address. */
export const useLoadPage = () => useContext(PageLoader)
