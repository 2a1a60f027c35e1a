import { useMemo } from 'react'

import { useQueryParams, withParts } from '#backoffice/kit/router/address.tsx'
import { type Chosen, columnsOf, type ListOf } from '#backoffice/kit/list/list-definition.ts'

const ALL = 'all'

/**
 * The address is the only state of a list, so a reload, the back button and a shared link show the same rows. A new
 * filter starts at the first page with no selection. A new sort order keeps the selection.
 */
export function useListAddress<Item>({ filters, columns, usualSort }: ListOf<Item>) {
  const [asked, change] = useQueryParams()
  return useMemo(() => {
    const get = (name: string) => asked.get(name) ?? ''
    const question = Object.fromEntries(
      ['search', 'sort', ...filters.map(({ key }) => key)].flatMap((name) =>
        get(name) === '' ? [] : [[name, get(name)] as const],
      ),
    )
    const named = get('columns') === '' ? null : get('columns').split(',')
    const picked = get('selected')
    return {
      asked,
      question,
      /** The same with its place, as the server is asked. */
      withPlace: get('cursor') === '' ? question : { ...question, cursor: get('cursor') },
      sort: get('sort') === '' ? usualSort : get('sort'),
      /** The first is the way into the row, and stays. */
      shown: columnsOf(columns)
        .filter(({ key, usual = true }, at) => at === 0 || (named?.includes(key) ?? usual))
        .map(({ key }) => key),
      view: get('view') === '' ? null : get('view'),
      all: picked === ALL ? Number(get('of')) : null,
      picked: picked === '' || picked === ALL ? [] : picked.split(','),
      ask: (parts: Record<string, string | null>, how?: { replace?: boolean }) =>
        change(
          {
            ...parts,
            cursor: null,
            ...(Object.keys(parts).every((name) => name === 'sort')
              ? {}
              : { selected: null, of: null }),
          },
          how,
        ),
      pick: (ids: readonly string[]) =>
        change({ selected: ids.join(','), of: null }, { replace: true }),
      pickAll: (count: number) => change({ selected: ALL, of: String(count) }, { replace: true }),
      show: (view: string | null) => change({ view }, { replace: true }),
      showColumns: (keys: readonly string[]) =>
        change({ columns: keys.join(',') }, { replace: true }),
      at: (cursor: string | null) =>
        `?${withParts(asked, { cursor, selected: asked.get('selected') === ALL ? ALL : null })}`,
      chosen(): Chosen | null {
        if (picked === ALL) return { kind: 'all', asked: question, count: Number(get('of')) }
        const ids = picked === '' ? [] : picked.split(',')
        return ids.length === 0 ? null : { kind: 'picked', ids, count: ids.length }
      },
    }
  }, [asked, change, filters, columns, usualSort])
}

export type ListAddress = ReturnType<typeof useListAddress>
