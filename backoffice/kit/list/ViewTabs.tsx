import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { BackofficeLink, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

import css from './ViewTabs.module.css'

type View = StaffResponse<'savedViews'>['items'][number]

/** The saved views of a list: the user's own and shared ones, and the current one. */
function useViews(page: string, address: ListAddress) {
  const { data } = useQuery(staffQuery('savedViews', { page }))
  const views = data?.items ?? []
  return { views, at: views.find(({ id }) => id === address.view) }
}

type ViewTabsProps = {
  page: string
  own?: ListDefinition<never>['views'] | undefined
  address: ListAddress
}

/** The views of the list and the saved ones beside each other. Without one there is no row. */
export function ViewTabs({ page, own = [], address }: ViewTabsProps) {
  const t = useTranslate()
  const { views, at } = useViews(page, address)
  if (views.length === 0 && own.length === 0) return null
  return (
    <nav className={css.views} aria-label={t('views')}>
      <BackofficeLink
        to="?"
        aria-current={address.view === null && isPlain(address) ? 'page' : undefined}
      >
        {t('everything')}
      </BackofficeLink>
      {own.map(({ key, value, name }) => (
        <BackofficeLink
          key={value}
          to={`?${withQueryParams(new URLSearchParams(), { [key]: value })}`}
          aria-current={address.view === null && isOnly(address, key, value) ? 'page' : undefined}
        >
          {name}
        </BackofficeLink>
      ))}
      {views.map((view) => (
        <BackofficeLink
          key={view.id}
          to={`?${withQueryParams(new URLSearchParams(view.query), { view: view.id })}`}
          aria-current={view === at ? 'page' : undefined}
          title={view.mine ? undefined : t('viewOf', { name: view.owner })}
        >
          {view.name}
          {view.mine ? null : (
            <span className={css.owner} aria-hidden="true">
              {initialsOf(view.owner)}
            </span>
          )}
        </BackofficeLink>
      ))}
    </nav>
  )
}

const initialsOf = (name: string) =>
  [...name.matchAll(/(?<!\S)\p{L}/gu)]
    .filter((_, at, { length }) => at === 0 || at === length - 1)
    .join('')
    .toUpperCase()

/** Saves the search and the filters as a view, or changes the user's own one. It is beside the filters, so that nothing moves. */
export function ViewButton({ page, address }: { page: string; address: ListAddress }) {
  const t = useTranslate()
  const { at } = useViews(page, address)
  if (!at && isPlain(address)) return null
  return (
    <div className={css.save}>
      <Popover
        label={t(at?.mine ? 'changeView' : 'saveView')}
        end
        faceClass={css.add}
        face={
          <>
            <BackofficeIcon name={at?.mine ? 'columns' : 'plus'} />
            {t(at?.mine ? 'changeView' : 'saveView')}
          </>
        }
      >
        {(close) => (
          <ViewForm
            key={at?.id}
            page={page}
            address={address}
            view={at?.mine ? at : null}
            done={close}
          />
        )}
      </Popover>
    </div>
  )
}

const isPlain = ({ query }: ListAddress) => Object.keys(query).length === 0

const isOnly = ({ query }: ListAddress, key: string, value: string) =>
  query[key] === value && Object.keys(query).length === 1

/** The list's query without the view, the page position and the selection. */
const queryOf = ({ params }: ListAddress) =>
  withQueryParams(params, { view: null, cursor: null, selected: null, of: null })

type ViewFormProps = {
  page: string
  address: ListAddress
  view: View | null
  done: () => void
}

function ViewForm({ page, address, view, done }: ViewFormProps) {
  const t = useTranslate()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const { wrong, finish } = useFinish(address, done)
  const typed = { name: name.trim(), shared, query: queryOf(address) }

  function save(event: FormEvent) {
    event.preventDefault()
    void finish(
      view
        ? callBackoffice('changeView', { id: view.id, ...typed })
        : callBackoffice('saveView', { page, ...typed }),
      t('viewSaved', { name: typed.name }),
    )
  }

  return (
    <form className={css.form} onSubmit={save}>
      <FormField
        label={t('name')}
        required
        maxLength={60}
        value={name}
        issue={wrong}
        hint={t('viewHelp')}
        onChange={({ target }) => setName(target.value)}
      />
      <FormCheckbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
        {t('shareView')}
      </FormCheckbox>
      <ActionButton type="submit" look="main" little>
        {t('save')}
      </ActionButton>
      {view ? (
        <ActionButton
          little
          onClick={() =>
            void finish(
              callBackoffice('removeView', { id: view.id }),
              t('viewRemoved', { name: view.name }),
            )
          }
        >
          {t('removeView')}
        </ActionButton>
      ) : null}
    </form>
  )
}

/** Handles the change of a view: shows the result or the error. */
function useFinish(address: ListAddress, done: () => void) {
  const notify = useNotify()
  const words = useRefusalTexts()
  const failure = useFailureTexts()
  const queries = useQueryClient()
  const [wrong, setWrong] = useState<string | null>(null)

  async function finish(work: Promise<View | object>, sentence: string) {
    const outcome = await work.catch((error: unknown) => {
      setWrong(failure(error))
    })
    if (!outcome) return
    if (refused(outcome)) return setWrong(words(outcome))
    await queries.invalidateQueries({ queryKey: ['savedViews'] })
    done()
    notify(sentence)
    address.setView('id' in outcome ? outcome.id : null)
  }
  return { wrong, finish }
}
