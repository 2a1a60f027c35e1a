import type { CSSProperties, ReactNode } from 'react'

import {
  IMAGE_BACKGROUND,
  HAIRLINE,
  HEADING_FONT,
  QUIET,
  TEXT,
} from '#server/modules/mail/layout/mail-style.ts'

/**
 * Basic elements that every mail program renders alike. Rows are tables because some programs support nothing else.
 * Their role stops assistive technology from announcing tables.
 */

export const textStyle: CSSProperties = { color: TEXT, fontSize: 16, lineHeight: '24px', margin: 0 }
export const quietStyle: CSSProperties = { ...textStyle, color: QUIET, fontSize: 14 }
export const strongStyle: CSSProperties = { ...textStyle, fontWeight: 700 }
/** The spaces of the heading font are too narrow after some letters. The shop uses the same value. */
export const WORD_SPACE = '0.12em'
const headingStyle: CSSProperties = {
  color: 'inherit',
  wordSpacing: WORD_SPACE,
  fontFamily: HEADING_FONT,
  fontWeight: 400,
  margin: 0,
}

export const nameStyle: CSSProperties = {
  ...textStyle,
  fontFamily: HEADING_FONT,
  fontSize: 20,
  lineHeight: '26px',
  wordSpacing: WORD_SPACE,
  // A long word beside the points must not make the mail wider than a phone.
  overflowWrap: 'anywhere',
  hyphens: 'auto',
}

type Styled = { style?: CSSProperties; className?: string | undefined; children?: ReactNode }

export function Block({ style, className, children }: Styled) {
  return (
    <Columns>
      <Cell className={className} style={style ?? {}}>
        {children}
      </Cell>
    </Columns>
  )
}

/** A highlighted block with the main information. */
export function Highlight({ children }: { children: ReactNode }) {
  return (
    <Block style={{ paddingTop: 20 }}>
      <Block
        style={{ backgroundColor: IMAGE_BACKGROUND, borderRadius: 12, padding: '20px 20px 22px' }}
      >
        {children}
      </Block>
    </Block>
  )
}

/** A row of cells. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

/** `width` in pixels, also as an attribute, because Outlook ignores the style. */
export function Cell({ style, className, width, children }: Styled & { width?: number }) {
  return (
    <td className={className} width={width} style={{ verticalAlign: 'top', width, ...style }}>
      {children}
    </td>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ ...textStyle, margin: '16px 0 0' }}>{children}</p>
}

/** One of several lines that belong together. The plain-text part recognises them by the class. */
export function Line({ style = textStyle, className = '', children }: Styled) {
  return (
    <p className={`line ${className}`.trim()} style={style}>
      {children}
    </p>
  )
}

export function TextLines({ lines }: { lines: string[] }) {
  return (
    <p className="line" style={textStyle}>
      {lines.map((line, index) => (
        // Lines are never reordered, and two of them may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && <br />}
          {line}
        </span>
      ))}
    </p>
  )
}

/** `className`: 'line' for a title that belongs to the line above it. */
export function Title({ className, children }: Styled) {
  return (
    <h1 className={className} style={{ ...headingStyle, fontSize: 28, lineHeight: '36px' }}>
      {children}
    </h1>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Block style={{ paddingTop: 24 }}>
      <Block style={{ borderTop: `1px solid ${HAIRLINE}`, paddingTop: 16 }}>
        <h2 style={{ ...headingStyle, fontSize: 20, lineHeight: '28px', margin: '0 0 4px' }}>
          {title}
        </h2>
        {children}
      </Block>
    </Block>
  )
}

/** Mail links do not use the theme's colour: most theme colours are unreadable on white. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" style={{ color: 'inherit' }}>
      {children}
    </a>
  )
}

type Picture = { src: string; alt: string; width: number; height?: number; style?: CSSProperties }

export function Picture({ src, alt, width, height, style }: Picture) {
  const plain: CSSProperties = { display: 'block', border: 0 }
  return <img src={src} alt={alt} width={width} height={height} style={{ ...plain, ...style }} />
}
