<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- The help as one page of HTML, for desktops without a reader of Mallard: index.page in, with the names
     of all other pages, separated by blanks, as the parameter "pages", and their folder, with a slash at its
     end, as "folder", and the "language". A topic is a section with the
     topic's name as its anchor. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:m="http://projectmallard.org/1.0/" exclude-result-prefixes="m">
  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:param name="pages"/>
  <xsl:param name="folder"/>
  <xsl:param name="language"/>

  <xsl:template match="/">
    <html lang="{$language}">
      <head>
        <meta charset="UTF-8"/>
        <meta name="viewport" content="width=device-width"/>
        <meta name="color-scheme" content="light dark"/>
        <title><xsl:value-of select="m:page/m:title"/></title>
        <style>
          body { font: 11pt/1.5 Cantarell, sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em }
          h2 { border-top: 1px solid #8888; padding-top: 1em; margin-top: 2em }
          dt { font-weight: bold } dd { margin: 0 0 .5em 1.5em }
          kbd, code { font-size: .92em; background: #8882; border-radius: 4px; padding: .1em .35em }
          svg { max-width: 100%; height: auto } pre { background: #8882; border-radius: 6px; padding: .8em; overflow-x: auto }
          td { vertical-align: top; padding: .15em .8em .15em 0 }
          .gui { font-weight: 600 } nav li p { margin: 0 }
        </style>
      </head>
      <body>
        <h1><xsl:value-of select="m:page/m:title"/></h1>
        <xsl:apply-templates select="m:page/m:p"/>
        <nav>
          <xsl:for-each select="m:page/m:section">
            <h3><xsl:value-of select="m:title"/></h3>
            <ul>
              <xsl:call-template name="each">
                <xsl:with-param name="names" select="$pages"/>
                <xsl:with-param name="guide" select="concat('index#', @id)"/>
                <xsl:with-param name="as" select="'entry'"/>
              </xsl:call-template>
            </ul>
          </xsl:for-each>
        </nav>
        <xsl:call-template name="each">
          <xsl:with-param name="names" select="$pages"/>
          <xsl:with-param name="as" select="'topic'"/>
        </xsl:call-template>
      </body>
    </html>
  </xsl:template>

  <!-- The pages of the list, one after the other; with a guide, only those that belong there. -->
  <xsl:template name="each">
    <xsl:param name="names"/>
    <xsl:param name="guide"/>
    <xsl:param name="as"/>
    <xsl:variable name="name" select="substring-before(concat($names, ' '), ' ')"/>
    <xsl:if test="$name != ''">
      <xsl:variable name="page" select="document(concat($folder, $name, '.page'))/m:page"/>
      <xsl:choose>
        <xsl:when test="$as = 'topic'"><xsl:apply-templates select="$page"/></xsl:when>
        <xsl:when test="$page/m:info/m:link[@type = 'guide']/@xref = $guide">
          <li><p><a href="#{$name}"><xsl:value-of select="$page/m:title"/></a>:
            <xsl:apply-templates select="$page/m:info/m:desc/node()"/></p></li>
        </xsl:when>
      </xsl:choose>
      <xsl:call-template name="each">
        <xsl:with-param name="names" select="substring-after($names, ' ')"/>
        <xsl:with-param name="guide" select="$guide"/>
        <xsl:with-param name="as" select="$as"/>
      </xsl:call-template>
    </xsl:if>
  </xsl:template>

  <xsl:template match="m:page">
    <section id="{@id}">
      <h2><xsl:value-of select="m:title"/></h2>
      <xsl:apply-templates select="*[not(self::m:info or self::m:title)]"/>
    </section>
  </xsl:template>
  <xsl:template match="m:section">
    <h3 id="{/m:page/@id}-{@id}"><xsl:value-of select="m:title"/></h3>
    <xsl:apply-templates select="*[not(self::m:info or self::m:title)]"/>
  </xsl:template>
  <xsl:template match="m:p"><p><xsl:apply-templates/></p></xsl:template>
  <xsl:template match="m:list"><ul><xsl:apply-templates/></ul></xsl:template>
  <xsl:template match="m:steps"><ol><xsl:apply-templates/></ol></xsl:template>
  <xsl:template match="m:list/m:item | m:steps/m:item"><li><xsl:apply-templates/></li></xsl:template>
  <xsl:template match="m:terms"><dl><xsl:apply-templates/></dl></xsl:template>
  <xsl:template match="m:terms/m:item">
    <dt><xsl:apply-templates select="m:title/node()"/></dt>
    <dd><xsl:apply-templates select="*[not(self::m:title)]"/></dd>
  </xsl:template>
  <xsl:template match="m:table"><table><xsl:apply-templates select="m:thead/m:tr | m:tbody/m:tr"/></table></xsl:template>
  <xsl:template match="m:tr"><tr><xsl:apply-templates select="m:td"/></tr></xsl:template>
  <xsl:template match="m:td"><td><xsl:apply-templates select="m:p/node()"/></td></xsl:template>
  <xsl:template match="m:em"><em><xsl:apply-templates/></em></xsl:template>
  <xsl:template match="m:em[@style = 'strong']"><strong><xsl:apply-templates/></strong></xsl:template>
  <xsl:template match="m:media">
    <p>
      <xsl:apply-templates select="document(concat($folder, @src))/*" mode="picture">
        <xsl:with-param name="prefix" select="concat(generate-id(), '-')"/>
      </xsl:apply-templates>
    </p>
  </xsl:template>
  <!-- A picture as it is, with names of its parts that no other picture of the page has. -->
  <xsl:template match="@*|node()" mode="picture">
    <xsl:param name="prefix"/>
    <xsl:copy>
      <xsl:apply-templates select="@*|node()" mode="picture"><xsl:with-param name="prefix" select="$prefix"/></xsl:apply-templates>
    </xsl:copy>
  </xsl:template>
  <xsl:template match="@id" mode="picture">
    <xsl:param name="prefix"/>
    <xsl:attribute name="id"><xsl:value-of select="concat($prefix, .)"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="@*[starts-with(., 'url(#')]" mode="picture">
    <xsl:param name="prefix"/>
    <xsl:attribute name="{name()}"><xsl:value-of select="concat('url(#', $prefix, substring-after(., '#'))"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="m:screen"><pre><xsl:apply-templates/></pre></xsl:template>
  <xsl:template match="m:code"><code><xsl:apply-templates/></code></xsl:template>
  <xsl:template match="m:gui"><span class="gui"><xsl:apply-templates/></span></xsl:template>
  <xsl:template match="m:keyseq">
    <xsl:for-each select="m:key"><xsl:if test="position() > 1">+</xsl:if><xsl:apply-templates select="."/></xsl:for-each>
  </xsl:template>
  <xsl:template match="m:key"><kbd><xsl:apply-templates/></kbd></xsl:template>
  <xsl:template match="m:link[@href]"><a href="{@href}"><xsl:apply-templates/></a></xsl:template>
  <xsl:template match="m:link[@xref]">
    <a href="#{translate(@xref, '#', '-')}">
      <xsl:apply-templates/>
      <xsl:if test="not(node())">
        <xsl:variable name="page" select="document(concat($folder, substring-before(concat(@xref, '#'), '#'), '.page'))/m:page"/>
        <xsl:variable name="section" select="substring-after(@xref, '#')"/>
        <xsl:value-of select="($page[$section = '']/m:title | $page/m:section[@id = $section]/m:title)[1]"/>
      </xsl:if>
    </a>
  </xsl:template>
</xsl:stylesheet>
