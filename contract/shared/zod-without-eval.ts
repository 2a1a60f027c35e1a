import { config } from 'zod'

// The pages' policy runs no code that is made from text; without this zod tries, and the browser reports it.
config({ jitless: true })
