"""Parts of the hwatu drawings; `tools/draw-hwatu` puts them together."""
