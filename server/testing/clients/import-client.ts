import { jsonOf, staffClient, type StaffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

export type Run = {
  id: string
  columns: string[]
  mapping: (string | null)[]
  missing: string[]
  reading: Record<string, string>
  on_sale: boolean | null
  counts: Record<'rows' | 'made' | 'changed' | 'same' | 'refused' | 'taken', number>
  problems: { column: number; code: string; count: number; hinted: number }[]
  error?: { code: string; Message: string }
  stands?: { line: number; why: string }
}
export type Rows = {
  items: {
    line: number
    cells: string[]
    problems: { column: number; code: string; hint: string }[]
  }[]
}

/** An owner who imports files, and a brand for gifts of a file. */
export async function importClient(shop: TestShop) {
  const owner = await staffClient(shop)
  await owner.signIn()
  const [row] = await shop.sql<{ id: string }[]>`select id from brand order by id limit 1`

  async function upload(
    kind: string,
    name: string,
    bytes: Buffer | string,
    guest: StaffClient = owner,
  ) {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
    const response = await fetch(`${shop.url}/backoffice/api/imports`, {
      method: 'POST',
      headers: { 'x-backoffice': '1', cookie: guest.cookie() },
      body: form,
    })
    return jsonOf<Run>(response)
  }
  const api = async <Body = Run>(method: string, path: string, input?: object) =>
    jsonOf<Body>(await owner.request(method, `/backoffice/api/imports/${path}`, input))
  /** Applies the rows that can be imported, and waits for it. Returns the status of the request. */
  async function applyRows({ id, counts }: Run, choice: { on_sale?: boolean } = {}) {
    const response = await owner.request('POST', `/backoffice/api/imports/${id}/apply`, {
      count: counts.made + counts.changed - counts.taken,
      ...choice,
    })
    await shop.shop.jobs.drain()
    return response.status
  }
  return { owner, brand: row?.id ?? '', upload, api, take: applyRows }
}

export const csvOf = (rows: (string | number)[][]) => rows.map((row) => row.join(';')).join('\r\n')
