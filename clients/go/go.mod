module dropline

go 1.19
