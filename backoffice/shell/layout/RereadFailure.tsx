import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './LiveChanges.module.css'

/** Data that the page still shows, although it could not be read again. */
const isStale = ({ state, meta }: Query) =>
  state.status === 'error' && state.data !== undefined && meta?.['isPolled'] !== true

/**
 * The page keeps what it shows, also a form with input, when its data cannot be read again. The error and a retry
 * button are above it, for all pages in this one place.
 */
export function RereadFailure() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const error = useSyncExternalStore(
    follow,
    () => cache.findAll({ type: 'active', predicate: isStale })[0]?.state.error ?? null,
  )
  if (!error) return null
  return (
    <div className={css.place}>
      <LoadError
        error={error}
        onRetry={() => void queries.refetchQueries({ type: 'active', predicate: isStale })}
      />
    </div>
  )
}
