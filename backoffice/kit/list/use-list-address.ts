import { useMemo } from 'react'

import { useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import {
  type Selection,
  columnsOf,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'

const ALL = 'all'

/**
 * The address is the only state of a list, so a reload, the back button and a shared link show the same rows. A new
 * filter starts at the first page with no selection. A new sort order keeps the selection.
 */
export function useListAddress<Item>({ filters, columns, defaultSort }: ListDefinition<Item>) {
  const [params, change] = useQueryParams()
  return useMemo(() => {
    const get = (name: string) => params.get(name) ?? ''
    const query = Object.fromEntries(
      ['search', 'sort', ...filters.map(({ key }) => key)].flatMap((name) =>
        get(name) === '' ? [] : [[name, get(name)] as const],
      ),
    )
    const chosenColumns = get('columns') === '' ? null : get('columns').split(',')
    const selected = get('selected')
    return {
      params,
      query,
      /** The same with its cursor, as sent to the server. */
      queryWithCursor: get('cursor') === '' ? query : { ...query, cursor: get('cursor') },
      sort: get('sort') === '' ? defaultSort : get('sort'),
      hasChosenColumns: chosenColumns !== null,
      /** The first column is the link to the row and stays visible. */
      visibleColumns: columnsOf(columns)
        .filter(
          ({ key, defaultVisible = true }, index) =>
            index === 0 || (chosenColumns?.includes(key) ?? defaultVisible),
        )
        .map(({ key }) => key),
      view: get('view') === '' ? null : get('view'),
      /** Whether all rows of the filters are selected, also those of other pages. */
      allSelected: selected === ALL,
      selectedIds: selected === '' || selected === ALL ? [] : selected.split(','),
      setQuery: (parts: Record<string, string | null>, options?: { replace?: boolean }) =>
        change(
          {
            ...parts,
            cursor: null,
            ...(Object.keys(parts).every((name) => name === 'sort')
              ? {}
              : { selected: null, of: null }),
          },
          options,
        ),
      select: (ids: readonly string[]) =>
        change({ selected: ids.join(','), of: null }, { replace: true }),
      selectAll: (count: number) => change({ selected: ALL, of: String(count) }, { replace: true }),
      setView: (view: string | null) => change({ view }, { replace: true }),
      setColumns: (keys: readonly string[]) =>
        change({ columns: keys.join(',') }, { replace: true }),
      hrefAt: (cursor: string | null) =>
        `?${withQueryParams(params, { cursor, selected: params.get('selected') === ALL ? ALL : null })}`,
      selection(): Selection | null {
        if (selected === ALL) return { kind: 'all', query, count: Number(get('of')) }
        const ids = selected === '' ? [] : selected.split(',')
        return ids.length === 0 ? null : { kind: 'picked', ids, count: ids.length }
      },
    }
  }, [params, change, filters, columns, defaultSort])
}

export type ListAddress = ReturnType<typeof useListAddress>
