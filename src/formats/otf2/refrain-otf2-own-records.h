/* refrain-otf2-own-records.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an archive says otherwise than by records, and what its records are made of, like
 * refrain-otf2-records.h: of the anchor file, the beginning of a location's own definitions (all up
 * to the next are its), how it numbers definitions, readings of its clock, and an attribute of an
 * event.
 */
/* clang-format off */
DEFINITION (Archive, (TEXT, const char *, machine), (TEXT, const char *, creator),
            (TEXT, const char *, description), (UNSIGNED, uint64_t, eventChunk),
            (UNSIGNED, uint64_t, definitionChunk), (UNSIGNED, uint64_t, identifier),
            (ENUM, OTF2_Compression, compression, Compression))
DEFINITION (ArchiveProperty, (TEXT, const char *, name), (TEXT, const char *, value))
DEFINITION (LocationDefinitions, (REFERENCE, OTF2_LocationRef, location, Location))
DEFINITION (MappingTable, (ENUM, OTF2_MappingType, mappingType, MappingType),
            (ENUM, OTF2_IdMapMode, mode, IdMapMode), (NUMBERS, uint64_t, n, uint64_t, own),
            (NUMBERS, uint64_t, nGlobal, uint64_t, global))
DEFINITION (ClockOffset, (UNSIGNED, uint64_t, time), (SIGNED, int64_t, offset),
            (FLOAT, double, standardDeviation))
EVENT (AttributeValue, (REFERENCE, OTF2_AttributeRef, attribute, Attribute),
       (VALUE, OTF2_AttributeValue, value))
/* clang-format on */

#undef DEFINITION
#undef EVENT
