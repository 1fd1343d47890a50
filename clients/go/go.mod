module github.com/dropline/dropline/clients/go

go 1.19
