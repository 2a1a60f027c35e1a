import { Fragment, type ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ColumnChoice } from '#backoffice/kit/list/ColumnChoice.tsx'
import type { ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { PHONE } from '#backoffice/kit/list/phone.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './ListTools.module.css'

export type ToolLink = { to: string; label: MessageKey }

type ListToolsProps<Item> = {
  list: ListDefinition<Item>
  address: ListAddress
  links: readonly ToolLink[]
  exportButton: ReactNode
}

/** Columns, export and pages beside the list. On a phone one menu has them, so that the main action is alone. */
export function ListTools<Item>({ list, address, links, exportButton }: ListToolsProps<Item>) {
  const t = useTranslate()
  const isPhone = useMedia(PHONE)
  const className = isPhone ? undefined : actionButtonClass()
  const tools = [
    exportButton === undefined ? (
      <a key="export" className={className} href={list.csvHref(address.query)} download>
        <BackofficeIcon name="download" />
        {t('export')}
      </a>
    ) : (
      <Fragment key="export">{exportButton}</Fragment>
    ),
    ...links.map(({ to, label }) => (
      <BackofficeLink key={to} className={className} to={to}>
        {t(label)}
      </BackofficeLink>
    )),
  ]
  if (!isPhone) {
    return (
      <>
        <ColumnChoice list={list} address={address} />
        {tools}
      </>
    )
  }
  return (
    <Popover
      label={t('moreActions')}
      end
      triggerClass={actionButtonClass()}
      trigger={
        <>
          <BackofficeIcon name="more" />
          <span className="visually-hidden">{t('moreActions')}</span>
        </>
      }
    >
      {() => (
        <ul className={css.menu}>
          {tools.map((tool) => (
            <li key={tool.key}>{tool}</li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
