import { expect, it } from 'vitest'

import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { staffOpenApi } from './openapi.staff.ts'
import { endpoints } from '#contract/endpoints.shop.ts'
import { openApi } from './openapi.ts'
import { paths } from '#contract/paths.shop.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Operation = {
  operationId: string
  summary: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object } }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

const made = openApi(endpoints, { version: '1.2.3' })
/** As it arrives: what cannot be written as JSON is gone by then. */
const sent: typeof made = JSON.parse(JSON.stringify(made))
const operationOf = (path: string, method: string) =>
  sent.paths[path]?.[method.toLowerCase()] as Operation | undefined

it('is an OpenAPI 3.1 document that survives being sent', () => {
  expect(sent).toEqual(made)
  expect(sent).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Giftpoint', version: '1.2.3' },
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

it.each(Object.entries(paths))('describes %s with its input, answer and refusals', (name, call) => {
  const address = call.path.replace(/:(\w+)/g, '{$1}')
  const operation = operationOf(address, call.method)
  expect(operation?.operationId).toBe(name)
  if (!operation) return

  expect(operation.summary).not.toBe('')
  expect(operation.security.length > 0).toBe(call.access !== 'public')
  expect(operation.security.some((one) => Object.keys(one).length === 0)).toBe(
    call.access === 'either',
  )

  const parameters = operation.parameters ?? []
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  expect(inPath.map((parameter) => parameter.name)).toEqual(
    [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  expect(inPath.every((parameter) => parameter.required)).toBe(true)
  const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(operation.requestBody === undefined).toBe(call.method === 'GET')

  const endpoint = endpoints[name as keyof typeof endpoints]
  const known = Object.keys(endpoint.input.shape)
  const body = operation.requestBody?.content['application/json']?.schema.properties ?? {}
  const described = [...parameters.map((parameter) => parameter.name), ...Object.keys(body)]
  expect(described.toSorted()).toEqual(known.toSorted())

  expect(operation.responses['200']?.content['application/json']?.schema).toBeTypeOf('object')
  for (const [code, status] of Object.entries(endpoint.refusals)) {
    expect(JSON.stringify(operation.responses[status])).toContain(`"${code}"`)
  }
})

it('has no other calls than the contract', () => {
  const count = Object.values(sent.paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
  expect(count).toBe(Object.keys(paths).length)
})

it('refers to nothing that is not there', () => {
  const references = [...JSON.stringify(sent).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, to = '']) => to,
  )

  expect(references.length).toBeGreaterThan(0)
  const lost = references.filter((reference) => {
    const steps = reference.replace(/^#\//, '').split('/')
    return !steps.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      sent,
    )
  })
  expect(lost).toEqual([])
  expect(JSON.stringify(sent)).not.toContain('"$schema"')
})

it('describes each field as its schema does, and how to solve a challenge (A2)', () => {
  const login = operationOf('/rest/giftcardcodelogin', 'POST')
  expect(login?.requestBody).toMatchObject({
    required: true,
    content: {
      'application/json': {
        schema: {
          required: ['encrypted_code'],
          properties: { encrypted_code: { type: 'string' } },
        },
      },
    },
  })
  expect(JSON.stringify(login?.responses['429'])).toContain('too-many-attempts')
  expect(login?.requestBody?.content['application/json']?.schema.properties).toMatchObject({
    proof: { anyOf: [{ required: ['salt', 'nonce'] }, { type: 'null' }] },
  })
  expect(sent.components.schemas['Error']).toMatchObject({
    properties: { challenge: { required: ['salt', 'difficulty', 'expires'] } },
  })
  const product = operationOf('/rest/saleschannelproducts/{scpId}', 'GET')
  expect(product?.parameters?.find(({ name }) => name === 'language')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'string', maxLength: 20 },
  })
})

it.each([
  [
    '/backoffice/api/purchase-orders/{number}/answers',
    ['what', 'lines', 'carrier', 'code', 'link'],
  ],
  ['/backoffice/api/webhooks/{id}/retry', ['ids', 'asked']],
])('says of each form of %s what is taken (A2)', (path, names) => {
  const { paths } = staffOpenApi(staffEndpoints, { version: '1.2.3' })
  const operation = paths[path]?.['post'] as unknown as {
    requestBody: { content: Record<string, { schema: { anyOf: { properties: object }[] } }> }
  }
  const { anyOf } = operation.requestBody.content['application/json']?.schema ?? { anyOf: [] }
  const said = anyOf.flatMap(({ properties }) => Object.keys(properties))
  expect(said).toEqual(expect.arrayContaining(names))
  expect(said).not.toContain('number')
  expect(said).not.toContain('id')
})

/** The first word of a summary. A new verb is added here. */
const VERBS =
  /^(Accept|Activate|Add|Approve|Archive|Assign|Block|Cancel|Change|Check|Choose|Close|Compare|Confirm|Copy|Correct|Count|Create|Decide|Delete|Download|End|Enter|Expire|Export|Get|Import|Invite|Link|List|Log|Map|Merge|Offer|Open|Pause|Place|Preview|Print|Publish|Read|Refund|Reject|Remove|Rename|Reopen|Replace|Reply|Report|Request|Resolve|Restore|Reveal|Reverse|Revoke|Save|Send|Set|Sign|Snooze|Start|Stop|Stream|Suggest|Turn|Unblock|Undo|Upload|Void|Withdraw)[ ,]/

it('summarises each call in an imperative sentence, with its limits in the description', () => {
  const calls = Object.values({ ...endpoints, ...staffEndpoints }).filter(
    ({ summary }) => !VERBS.test(summary) || /\.$|one[’']s|\btold\b/.test(summary),
  )
  expect(calls.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([])
  const { paths } = staffOpenApi(staffEndpoints, { version: '1.2.3' })
  expect(paths['/backoffice/api/webhooks']?.['post']).toMatchObject({
    summary: 'Create a webhook',
    description: 'Its secret is shown once.',
  })
})
