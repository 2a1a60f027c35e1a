import { refused } from '#contract/shared/refusals.shop.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

type Json = Record<string, unknown>
export type Result<Body = Json> = { status: number; body: Body }

/** The key of a text of the header, of one channel. `createText` creates it. */
export const headerText = (key: string, language = 'nl', channel = '1014') => ({
  channel,
  path: 'headercomponents',
  block: '',
  field: 'text',
  key,
  language,
})

export type ReleaseClient = {
  guest: StaffClient
  request<Body = Json>(method: string, path: string, input?: unknown): Promise<Result<Body>>
  draft(name: string): Promise<string>
  /** Adds one change to a draft, based on the current content of the shop unless a version is given. */
  putChange(id: string, change: Json): Promise<Result>
  publish(id: string, how?: Json): Promise<Result>
  /** Drafts and publishes one text. */
  write(name: string, key: Json, value: string | null): Promise<string>
}

/** A colleague in the back office, signed in, who writes releases. */
export async function releaseClient(
  shop: Pick<TestShop, 'sql' | 'url'>,
  role: Role = 'owner',
  channels?: string[],
): Promise<ReleaseClient> {
  const guest = await staffClient(shop, role, channels)
  await guest.signIn()

  async function request<Body = Json>(method: string, path: string, input?: unknown) {
    const response = await guest.request(method, `/backoffice/api${path}`, input)
    return { status: response.status, body: await jsonOf<Body>(response) }
  }

  const backoffice: ReleaseClient = {
    guest,
    request,
    async draft(name) {
      const { body } = await request<{ id: string }>('POST', '/releases', { name })
      return body.id
    },
    async putChange(id, change) {
      if (change['kind'] === undefined) await createText(shop, change['key'] as Json)
      const base_version = change['base_version'] ?? (await versionOf(shop, change['key'] as Json))
      return request('PUT', `/releases/${id}/changes`, { kind: 'content', ...change, base_version })
    },
    publish: (id, how = {}) => request('POST', `/releases/${id}/publish`, how),
    async write(name, key, value) {
      const id = await backoffice.draft(name)
      const put = await backoffice.putChange(id, { key, after: value === null ? null : { value } })
      const published = await backoffice.publish(id)
      if (put.status !== 200 || published.status !== 200) {
        throw new Error(JSON.stringify([put, published]))
      }
      return id
    },
  }
  return backoffice
}

/** Creates a content key without a value in any language, as a channel bundle can. */
export async function createText(shop: Pick<TestShop, 'sql'>, key: Json): Promise<void> {
  const { path = '', block = '', field = '', key: name = '' } = key as Record<string, string>
  // Numbers and addresses cannot be empty.
  if (field !== 'text' && field !== 'area') return
  await shop.sql`
    insert into content (channel_id, path, block, kind, key, language, value)
    values ('2', ${path}, ${block}, ${field}, ${name}, 'fr', '') on conflict do nothing`
}

/** The version of a row of `content`, 0 if it does not exist. */
export async function versionOf(shop: Pick<TestShop, 'sql'>, key: Json): Promise<number> {
  const { channel, path, block = '', field, key: name, language } = key as Record<string, string>
  const [row] = await shop.sql<{ row_version: number }[]>`
    select row_version from content where channel_id = ${channel ?? ''} and path = ${path ?? ''}
      and block = ${block} and kind = ${field ?? ''} and key = ${name ?? ''} and language = ${language ?? ''}`
  return row?.row_version ?? 0
}

/** A text of a component's own block, as a holder of the channel reads it. */
export async function shownText(
  shop: TestShop,
  { channel, path, key, language }: Record<string, string>,
): Promise<string | undefined> {
  const answer = await shop.call('component', {
    path: path ?? '',
    language: language || 'nl',
    sales_channel: channel ?? '',
  })
  if (refused(answer)) return undefined
  const own = answer.response.blocks.find(({ code }) => code === 'page')
  return own?.custom_fields.find((field) => field.key === key)?.value_string
}
