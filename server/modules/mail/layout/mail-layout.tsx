import type { CSSProperties, ReactNode } from 'react'

import { languages } from '#domain/language.ts'
import {
  Block,
  Line,
  Picture,
  quietStyle,
  strongStyle,
  TextLink,
  Title,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import {
  CARD,
  HEADING_FONT,
  MAIL_WIDTH,
  mailStyle,
  PAGE,
  QUIET,
  TEXT_FONT,
} from '#server/modules/mail/layout/mail-style.ts'
import { capitalised, type Headline } from '#server/modules/mail/layout/headline.ts'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'

/** Breaks long words instead of widening the mail on a phone. Older programs support only the second property. */
const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const bodyStyle: CSSProperties = {
  backgroundColor: PAGE,
  fontFamily: TEXT_FONT,
  margin: 0,
  ...breaking,
}
const hiddenStyle: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden' }
const smallStyle: CSSProperties = { ...quietStyle, fontSize: 12, lineHeight: '18px' }

type Mail = {
  theme: MailTheme
  /** The text that mailboxes show after the subject in a list. */
  preview: string
  heading: string
  /** The most important fact for the reader, such as the day of arrival. It becomes the title of the mail. */
  headline?: Headline | null
  children: ReactNode
}

/** The number of characters that mailboxes show. */
const PREVIEW_LENGTH = 140

/** The frame of every mail: the shop's logo or name at the top, the legal entity at the bottom. */
export function MailLayout({ theme, preview, heading, headline, children }: Mail) {
  return (
    <html lang={languages[theme.language].tag}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style dangerouslySetInnerHTML={{ __html: mailStyle(theme.fonts, theme.colour) }} />
      </head>
      <body style={bodyStyle}>
        <div style={hiddenStyle} data-skip-in-text="true">
          {preview.slice(0, PREVIEW_LENGTH)}
        </div>
        <Block style={{ ...bodyStyle, padding: '24px 12px' }}>
          <div className="frame" style={{ maxWidth: MAIL_WIDTH, margin: '0 auto' }}>
            {/* A role instead of `<main>`: some mail programs remove that element with its contents. */}
            <div role="main">
              <Block
                className="brand"
                style={{
                  backgroundColor: CARD,
                  borderTop: `8px solid ${theme.colour}`,
                  borderRadius: 16,
                  color: theme.headingColour,
                  padding: '32px 24px 36px',
                }}
              >
                <ShopLogo theme={theme} />
                <MailTitle heading={heading} headline={headline} theme={theme} />
                {children}
              </Block>
            </div>
            <div role="contentinfo">
              <Imprint theme={theme} />
            </div>
          </div>
        </Block>
      </body>
    </html>
  )
}

function MailTitle({ heading, headline, theme }: Pick<Mail, 'heading' | 'headline' | 'theme'>) {
  if (!headline) return <Title>{heading}</Title>
  return (
    <>
      <Line style={quietStyle}>{headline.label}</Line>
      <Title className="line">{capitalised(headline.when, theme)}</Title>
      {headline.where === undefined ? null : <Line style={quietStyle}>{headline.where}</Line>}
      <p style={{ ...strongStyle, margin: '16px 0 0' }}>{heading}</p>
    </>
  )
}

/** If images are blocked, the alt text shows in the style of the name. */
function ShopLogo({ theme: { logo, shopName, headingColour } }: { theme: MailTheme }) {
  const style: CSSProperties = {
    color: headingColour,
    fontFamily: HEADING_FONT,
    fontSize: 24,
    lineHeight: '32px',
    margin: 0,
  }
  return (
    <Block style={{ paddingBottom: 24 }}>
      {logo ? (
        <div className="logo">
          <Picture src={logo} alt={shopName} width={160} style={style} />
        </div>
      ) : (
        <Line style={style}>{shopName}</Line>
      )}
    </Block>
  )
}

function Imprint({ theme }: { theme: MailTheme }) {
  const { company, site, say, isForHolder } = theme
  const chamber = company['company_chamber_of_commerce_account']
  const vat = company['company_vat_number']
  const lines = [
    [
      company['company_name'],
      company['company_street_and_number'],
      company['company_postal_code_and_city'],
    ],
    [
      chamber && say('layout', 'chamber_of_commerce', { number: chamber }),
      vat && say('layout', 'vat', { number: vat }),
    ],
    [company['telephone'], company['email']],
  ].map((line) => line.filter(Boolean))
  const links = [
    { to: '/terms-and-conditions', label: say('layout', 'terms'), isForAll: false },
    { to: '/return-policy', label: say('layout', 'returns'), isForAll: false },
    { to: '/privacy-policy', label: say('layout', 'privacy'), isForAll: true },
  ].filter(({ isForAll }) => isForAll || isForHolder)
  return (
    <Block style={{ padding: '16px 24px' }}>
      {lines
        .filter((line) => line.length > 0)
        .map((line) => (
          <Line key={line.join()} style={smallStyle}>
            {line.map((part, index) => (
              <span key={part}>
                {index > 0 && ' · '}
                <span style={{ display: 'inline-block' }}>{part}</span>
              </span>
            ))}
          </Line>
        ))}
      <p style={{ ...smallStyle, color: QUIET, margin: '8px 0 0' }}>
        {links.map(({ to, label }, index) => (
          <span key={to}>
            {index > 0 && ' · '}
            <TextLink to={site + to}>{label}</TextLink>
          </span>
        ))}
      </p>
    </Block>
  )
}

export function ActionButton({
  theme,
  to,
  label,
  spaceAbove = 24,
}: {
  theme: MailTheme
  to: string
  label: string
  /** In pixels. */
  spaceAbove?: number
}) {
  const cell: CSSProperties = {
    backgroundColor: theme.colour,
    borderRadius: 999,
    padding: '13px 28px',
  }
  const link: CSSProperties = {
    ...strongStyle,
    color: theme.textColour,
    textDecoration: 'none',
  }
  return (
    <Block style={{ paddingTop: spaceAbove }}>
      <table role="presentation" border={0} cellPadding={0} cellSpacing={0}>
        <tbody>
          <tr>
            <td className="action" style={cell}>
              <a href={to} target="_blank" rel="noreferrer" className="button" style={link}>
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
    </Block>
  )
}
