import { z } from 'zod'

import type { Endpoint } from '#contract/shared/endpoint.shop.ts'
import { ErrorAnswer } from '#contract/shared/error-response.ts'
import { COMMON_REFUSALS } from '#contract/shared/refusals.shop.ts'

type Schema = Record<string, unknown>
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}
type ErrorResponse = { description: string; headers?: Schema; content: Schema }

const WAITS = new Set([429, 503])

const REASONS: Record<number, string> = {
  400: 'The input is invalid. `field` names the invalid field',
  401: 'No token, or an expired token',
  403: 'Not allowed',
  404: 'Not found, or it belongs to someone else',
  409: 'A rule of the shop does not allow this',
  413: 'The request is too large',
  429: 'Too many requests',
  503: 'A part of the shop is temporarily unavailable',
}

/** A call as it is described, of the shop or of the back office. */
export type Described = {
  name: string
  method: string
  path: string
  summary: string
  description?: string
  input: z.ZodType
  answer: z.ZodType
  refusals: Record<string, number>
  security: Schema[]
  /** A repeated call with the same `Idempotency-Key` runs only once. */
  remembered?: boolean
  /** What only this document knows of an operation, as `x-needs`. */
  more?: Schema
}

/** The contract as an OpenAPI 3.1 document, made of the definitions that check the calls. */
export function openApi(endpoints: Record<string, Endpoint>, { version }: { version: string }) {
  return openApiDocument(
    {
      title: 'Giftpoint',
      version,
      description:
        'A gift shop in which voucher holders spend points. Log in to get a token, and send it with every call that needs one.',
    },
    {
      bearer: { type: 'http', scheme: 'bearer', description: 'The wt that the login returns.' },
      wt: {
        type: 'apiKey',
        in: 'query',
        name: 'wt',
        description: 'The same, for clients without headers.',
      },
    },
    Object.values(endpoints).map((endpoint) => ({
      ...endpoint,
      refusals: { ...commonRefusals(endpoint), ...endpoint.refusals },
      security: securityOf(endpoint.access),
    })),
  )
}

export function openApiDocument(info: Schema, securitySchemes: Schema, calls: Described[]) {
  const paths: Record<string, Record<string, Schema>> = {}
  const schemas: Schema = {}
  schemas['Error'] = schemaOf(ErrorAnswer, 'output', 'Error', schemas)
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  }
}

function commonRefusals({ access }: Endpoint): Record<string, number> {
  return Object.fromEntries(
    Object.entries(COMMON_REFUSALS).filter(
      ([, status]) =>
        status !== 404 &&
        (status !== 401 || access === 'holder') &&
        (status !== 403 || access !== 'public'),
    ),
  )
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function operation(call: Described, schemas: Schema): Schema {
  const { name, method, path, summary, description, security, more } = call
  const input = schemaOf(call.input, 'input', `${name}-input`, schemas)
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const fields = fieldsOf(input)
  const rest = fields.filter((field) => !inPath.includes(field.name))
  const parameters = [
    ...inPath.map((name): Parameter => {
      const schema = fields.find((field) => field.name === name)?.schema ?? { type: 'string' }
      return { name, in: 'path', required: true, schema }
    }),
    ...(method === 'GET' ? rest.map((field): Parameter => ({ ...field, in: 'query' })) : []),
    ...(call.remembered ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [path.split('/')[1] ?? 'rest'],
    security,
    ...more,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'GET' ? {} : { requestBody: bodyOf(input, inPath) }),
    responses: {
      200: {
        description: 'Done',
        content: json(schemaOf(call.answer, 'output', `${name}-answer`, schemas)),
      },
      ...refusalsOf(call.refusals),
    },
  }
}

/** An empty requirement means that it can be called without a token as well. */
function securityOf(access: Endpoint['access']) {
  if (access === 'public') return []
  const either = access === 'either' ? [{}] : []
  return [{ bearer: [] }, { wt: [] }, ...either]
}

function fieldsOf(input: Schema) {
  const required = Array.isArray(input['required']) ? input['required'] : []
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, Schema>)
  return properties.map(([name, schema]) => ({ name, required: required.includes(name), schema }))
}

function bodyOf(input: Schema, inPath: readonly string[]) {
  const forms = formsOf(input)
  if (forms) {
    const shapes = forms.map((form) => bodySchema(form, inPath))
    return { required: true, content: json({ anyOf: shapes }) }
  }
  const schema = bodySchema(input, inPath)
  return { required: 'required' in schema, content: json(schema) }
}

/** The variants of a union. */
function formsOf({ anyOf, oneOf }: Schema): Schema[] | undefined {
  const forms = anyOf ?? oneOf
  return Array.isArray(forms) ? (forms as Schema[]) : undefined
}

/** Path parameters are not repeated in the body. */
function bodySchema(form: Schema, inPath: readonly string[]) {
  const fields = fieldsOf(form).filter(({ name }) => !inPath.includes(name))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** One response a status, which names all codes that travel under it. */
function refusalsOf(refusals: Record<string, number>): Record<string, ErrorResponse> {
  const byStatus = new Map<number, Set<string>>()
  for (const [code, status] of Object.entries(refusals)) {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }

  const responses = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    responses.map(([status, codes]) => [status, refusal(status, [...codes])]),
  )
}

function refusal(status: number, codes: string[]): ErrorResponse {
  const code = { properties: { error: { properties: { code: { enum: codes } } } } }
  return {
    description: `${REASONS[status] ?? 'Refused'}: ${codes.join(', ')}`,
    ...(WAITS.has(status)
      ? {
          headers: {
            'Retry-After': {
              description: 'Seconds to wait, or 0 if the response names another step',
              schema: { type: 'integer' },
            },
          },
        }
      : {}),
    content: json({ allOf: [{ $ref: '#/components/schemas/Error' }, code] }),
  }
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** Repeated parts of a schema move to the document's shared schemas. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, shared: Schema): Schema {
  const jsonSchema = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' })
  const { $schema: _, $defs: own = {}, ...rest } = renamed(jsonSchema, name)
  for (const [key, value] of Object.entries(own as Schema)) shared[`${name}-${key}`] = value
  return rest
}

function renamed(schema: object, name: string): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/$defs/', `#/components/schemas/${name}-`)
      : value,
  )
  return JSON.parse(text) as Schema
}
