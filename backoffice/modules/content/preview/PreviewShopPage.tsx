import { useEffect, useRef, useState } from 'react'

import { BackofficeLink, useQueryParams, useLocation } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { openShopTab } from '#backoffice/modules/content/preview/store-preview.ts'
import { previewOptionsOf } from '#backoffice/modules/content/preview/preview-options.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { isOwnPath } from '#domain/text/local-path.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import css from './PreviewPage.module.css'

/** Only paths of the shop: a shared address must not redirect elsewhere. */
function pageOf(query: URLSearchParams): string {
  const page = query.get('page') ?? '/'
  return isOwnPath(page) && !page.startsWith('/backoffice') ? page : '/'
}

/** Asks for the preview that the address names, and becomes it. */
export function PreviewShopPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const { search } = useLocation()
  const [error, setError] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  const lastTry = useRef(-1)
  const isAsked = query.has('channel')
  useEffect(() => {
    if (lastTry.current === tries || !isAsked) return
    lastTry.current = tries
    const look = previewOptionsOf(query, query.get('channel') ?? '')
    const wanted = look.releases ?? []
    Promise.all([
      fetchBackoffice('createPreview', look),
      wanted.length > 0 ? fetchBackoffice('releases', { ids: wanted.join(',') }) : null,
      fetchBackoffice('channelNames', {}),
    ])
      .then(([created, found, channels]) =>
        openShopTab(created, look, {
          asked: search,
          releases: (found?.items ?? []).map(({ name }) => name),
          staff,
          page: pageOf(query),
          welcome: query.has('welcome'),
          zone: channels.items.find(({ id }) => id === look.channel)?.time_zone ?? DEFAULT_ZONE,
        }),
      )
      .catch((thrown: unknown) =>
        setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      )
  }, [query, isAsked, search, staff, tries])
  return (
    <>
      <PageHead
        title={t('preview.title')}
        parent={{ to: `/backoffice/preview${search}`, label: t('preview.title') }}
      />
      {isAsked ? null : (
        <p className={css.body}>
          <BackofficeLink to="/backoffice/preview">{t('preview.choose')}</BackofficeLink>
        </p>
      )}
      {error ? (
        <LoadError
          error={error}
          onRetry={() => {
            setError(null)
            setTries(tries + 1)
          }}
        />
      ) : (
        <p className={css.body} role="status" hidden={!isAsked}>
          {t('preview.opening')}
        </p>
      )}
    </>
  )
}
