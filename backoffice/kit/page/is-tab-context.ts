import { createContext } from 'react'

/** Whether the page is one of several tabs. Its head then has no link back. */
export const IsTabContext = createContext(false)
