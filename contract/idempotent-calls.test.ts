import { expect, it } from 'vitest'
import { z } from 'zod'

import { staffEndpoints } from './endpoints.staff.ts'
import { staffOpenApi } from './openapi/openapi.staff.ts'
import { type StaffCallName, isRemembered } from './paths.staff.ts'

const remembered = (Object.keys(staffEndpoints) as StaffCallName[]).filter(isRemembered)

it('stores no response that contains a code, a secret or a sign-in link (DESK-25)', () => {
  const telling = (Object.keys(staffEndpoints) as StaffCallName[]).filter((name) => {
    const schema = JSON.stringify(
      z.toJSONSchema(staffEndpoints[name].answer, { unrepresentable: 'any' }),
    )
    return /"(code|codes|token|secret|password|invitation|link|url)":/.test(schema)
  })
  // These calls return a secret, so the pattern must find them.
  expect(telling).toEqual(
    expect.arrayContaining(['replaceCode', 'createToken', 'newWebhookSecret']),
  )
  expect(telling.filter(isRemembered)).toEqual([])
})

it('lists the calls that run once per Idempotency-Key', () => {
  const { paths } = staffOpenApi(staffEndpoints, { version: '1' })
  const described = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters }) => JSON.stringify(parameters ?? []).includes('Idempotency-Key'))
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(remembered.toSorted())
  expect(remembered).toContain('createBatch')
})
