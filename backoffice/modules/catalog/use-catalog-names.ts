import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'

/** Names of brands, tags, dimensions and their values, by id. */
export function useCatalogueNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(staffQuery('attributeNames', {}))
  const { brands = [], groups = [], dimensions = [] } = data ?? {}
  const attributes = [
    ...dimensions.flatMap(({ values }) => values),
    ...dimensions,
    ...groups.flatMap(({ tags }) => tags),
    ...brands,
  ]
  return new Map(attributes.map(({ id, name }) => [id, name]))
}
