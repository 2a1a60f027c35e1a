import { config } from 'zod'

// The pages' CSP forbids eval. Without this setting zod tries it, and the browser reports a violation.
config({ jitless: true })
