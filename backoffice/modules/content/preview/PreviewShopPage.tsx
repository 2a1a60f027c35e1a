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

/** The page in the address. Only paths of the shop are allowed, so that a shared address cannot redirect elsewhere. */
function shopPageOf(query: URLSearchParams): string {
  const page = query.get('page') ?? '/'
  return isOwnPath(page) && !page.startsWith('/backoffice') ? page : '/'
}

/** Creates the preview of the address, and then turns this tab into the shop. */
export function PreviewShopPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const { search } = useLocation()
  const [error, setError] = useState<Error | null>(null)
  const [attempts, setAttempts] = useState(0)
  const lastAttempt = useRef(-1)
  const hasChannel = query.has('channel')
  useEffect(() => {
    if (lastAttempt.current === attempts || !hasChannel) return
    lastAttempt.current = attempts
    const preview = previewOptionsOf(query, query.get('channel') ?? '')
    const releases = preview.releases ?? []
    Promise.all([
      fetchBackoffice('createPreview', preview),
      releases.length > 0 ? fetchBackoffice('releases', { ids: releases.join(',') }) : null,
      fetchBackoffice('channelNames', {}),
    ])
      .then(([created, names, channels]) =>
        openShopTab(created, preview, {
          asked: search,
          releases: (names?.items ?? []).map(({ name }) => name),
          staff,
          page: shopPageOf(query),
          welcome: query.has('welcome'),
          zone: channels.items.find(({ id }) => id === preview.channel)?.time_zone ?? DEFAULT_ZONE,
        }),
      )
      .catch((thrown: unknown) =>
        setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      )
  }, [query, hasChannel, search, staff, attempts])
  return (
    <>
      <PageHead
        title={t('preview.title')}
        parent={{ to: `/backoffice/preview${search}`, label: t('preview.title') }}
      />
      {hasChannel ? null : (
        <p className={css.body}>
          <BackofficeLink to="/backoffice/preview">{t('preview.choose')}</BackofficeLink>
        </p>
      )}
      {error ? (
        <LoadError
          error={error}
          onRetry={() => {
            setError(null)
            setAttempts(attempts + 1)
          }}
        />
      ) : (
        <p className={css.body} role="status" hidden={!hasChannel}>
          {t('preview.opening')}
        </p>
      )}
    </>
  )
}
