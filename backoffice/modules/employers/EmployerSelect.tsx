import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const MOST_LISTED = 200

type EmployerSelectProps = { value: string; onValue: (employer: string) => void }

/** One of all employers. If there are more than a list can show, a search field finds the others. */
export function EmployerSelect({ value, onValue }: EmployerSelectProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...staffQuery('employers', { limit: MOST_LISTED, ...(search === '' ? {} : { search }) }),
    placeholderData: keepPreviousData,
  })
  // The chosen employer stays listed, whatever is searched.
  const own = useQuery({ ...staffQuery('employers', { ids: value }), enabled: value !== '' })
  if (found.error && !found.data) {
    return <LoadError error={found.error} onRetry={() => void found.refetch()} />
  }
  const listed = found.data?.items ?? []
  const chosen = (own.data?.items ?? []).filter(({ id }) => listed.every((one) => one.id !== id))
  const isSearched = typed !== '' || (found.data?.total.count ?? 0) > listed.length
  return (
    <>
      {isSearched ? (
        <FormField
          label={t('searchEmployer')}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : null}
      <FormSelect
        label={t('employer')}
        name="employer"
        required
        value={value}
        onChange={({ target }) => onValue(target.value)}
      >
        <option value="">{t('chooseEmployer')}</option>
        {[...chosen, ...listed].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}
