import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const MAX_LISTED = 200

type EmployerSelectProps = { value: string; onValue: (employer: string) => void }

/** Selects an employer. If there are more than the list shows, a search field finds the others. */
export function EmployerSelect({ value, onValue }: EmployerSelectProps) {
  const t = useTranslate()
  const [searchText, setSearchText] = useState('')
  const search = useDeferredValue(searchText.trim())
  const results = useQuery({
    ...staffQuery('employers', { limit: MAX_LISTED, ...(search === '' ? {} : { search }) }),
    placeholderData: keepPreviousData,
  })
  // The selected employer stays in the list even if the search does not match it.
  const selected = useQuery({ ...staffQuery('employers', { ids: value }), enabled: value !== '' })
  if (results.error && !results.data) {
    return <LoadError error={results.error} onRetry={() => void results.refetch()} />
  }
  const listed = results.data?.items ?? []
  const unlisted = (selected.data?.items ?? []).filter(({ id }) =>
    listed.every((employer) => employer.id !== id),
  )
  const hasSearch = searchText !== '' || (results.data?.total.count ?? 0) > listed.length
  return (
    <>
      {hasSearch ? (
        <FormField
          label={t('searchEmployer')}
          type="search"
          autoComplete="off"
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
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
        {[...unlisted, ...listed].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}
