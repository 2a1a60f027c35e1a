import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './LiveChanges.module.css'

/** Whether the page still shows data that could not be read again. */
const isStale = ({ state, meta }: Query) =>
  state.status === 'error' && state.data !== undefined && meta?.['isPolled'] !== true

/**
 * The error of data that could not be read again, with a retry button, above every page. The page itself keeps its
 * content, also a form with input.
 */
export function RereadFailure() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const error = useSyncExternalStore(
    subscribe,
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
